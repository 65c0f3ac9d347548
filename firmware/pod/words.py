"""Texts that a pod shows by itself. At most 16 characters of 8 pixels."""

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
    "de": {
        "hello": ("HALLO", "warte auf", "den Pi"),
        "offline": ("GETRENNT", "warte auf", "den Pi"),
        "too old": ("UPDATE", "dieses Teil"),
        "too new": ("UPDATE", "der Pi"),
        "not taken": "NICHT ERKANNT",
        "service": ("SERVICE", "bereit zum", "Update"),
        "test": "SELBSTTEST",
        "end": "OK+BACK: Ende",
    },
}


def words(language):
    """Texts of a language, English by default."""
    return _WORDS.get(language, _WORDS["en"])
