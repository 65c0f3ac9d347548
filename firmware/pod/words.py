"""What a pod says itself, when no picture of the Pi's says it. At most 16 letters: the letters are 8 pixels wide."""

_WORDS = {
    "en": {
        "hello": ("HELLO", "waiting", "for the Pi"),
        "offline": ("OFFLINE", "waiting", "for the Pi"),
        "too old": ("UPDATE", "this pod"),
        "too new": ("UPDATE", "the Pi"),
        "not taken": "NOT TAKEN",
        "service": ("SERVICE", "ready for", "new firmware"),
        "test": "SELF-TEST",
        "end": "OK+BACK: end",
    },
    "es": {
        "hello": ("HOLA", "esperando", "a la Pi"),
        "offline": ("SIN CONEXION", "esperando", "a la Pi"),
        "too old": ("ACTUALIZA", "este mando"),
        "too new": ("ACTUALIZA", "la Pi"),
        "not taken": "NO RECIBIDA",
        "service": ("SERVICIO", "listo para", "actualizar"),
        "test": "AUTOPRUEBA",
        "end": "OK+BACK: fin",
    },
}


def words(language):
    """The words of a language; those of another than there are, in English."""
    return _WORDS.get(language, _WORDS["en"])
