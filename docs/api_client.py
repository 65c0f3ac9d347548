"""A program that sits down at the table and plays: it takes the first answer that is within reach.

    python docs/api_client.py http://table.local 3 Robot

Nothing but Python's standard library. See docs/api.md.
"""

from __future__ import annotations

import base64
import json
import secrets
import sys
import time
import urllib.error
import urllib.request
from contextlib import suppress
from typing import Any


class Seat:
    """One seat at the table at ``url``, held by a token that nobody else knows."""

    def __init__(self, url: str, number: int, name: str) -> None:
        self.number = number
        self._root = f"{url.rstrip('/')}/api/v1"
        self._token = base64.urlsafe_b64encode(secrets.token_bytes(16)).decode().rstrip("=")
        self.call("POST", f"/seats/{number}", {"name": name})

    def call(self, method: str, path: str, sent: dict[str, Any] | None = None) -> Any:
        """One call. Raises ``OSError`` with the table's words when it is refused."""
        request = urllib.request.Request(  # noqa: S310  (whoever runs this names the table)
            self._root + path,
            method=method,
            data=None if sent is None else json.dumps(sent).encode(),
            headers={"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=10) as reply:  # noqa: S310
                return json.load(reply)
        except urllib.error.HTTPError as refused:
            with refused:
                raise OSError(json.load(refused)["text"]) from None

    def play(self, most: int) -> int:
        """Answer what is asked until the play is over, ``most`` times at the most. How many answers were given."""
        given = 0
        while given < most:
            view = self.call("GET", "/seat")
            if view["table"]["phase"] == "over":
                break
            if view["dialogues"]:
                self._answer(view["dialogues"][0])
                given += 1
            else:
                time.sleep(0.2)
        return given

    def _answer(self, asked: dict[str, Any]) -> None:
        nonce = secrets.token_hex(8)
        # Somebody else may be faster with a question for the whole table: the next view says what there is to do then.
        with suppress(OSError):
            if form := self._filled(asked):
                self.call("POST", "/forms", {"seat": asked["seat"], **form, "nonce": nonce})
            else:
                sent = {key: asked[key] for key in ("seat", "digest", "service")}
                self.call("POST", "/answers", {**sent, "answer": choose(asked["question"]), "nonce": nonce})

    def _filled(self, asked: dict[str, Any]) -> dict[str, Any]:
        """The form of a dialogue, ready to be sent: its digest, and answers for what has no usual one. Empty where the
        question stands on no form, or where the form refuses what is chosen here.
        """
        form = asked["form"]
        answers: dict[str, Any] = {}
        while form is not None:
            if form["ready"]:
                return {"digest": form["digest"], "answers": answers}
            missing = [field for field in form["fields"] if field["answer"] is None]
            if not missing:
                return {}
            # What comes after a field may depend on it: one at a time.
            answers[missing[0]["key"]] = choose(missing[0]["question"])
            form = self.call("POST", "/forms/filled", {"seat": asked["seat"], "answers": answers})["form"]
        return {}


def choose(question: dict[str, Any]) -> Any:
    """The default of a question, else the first answer that is possible."""
    if question.get("default") is not None:
        return question["default"]
    reachable = [option["value"] for option in question.get("options", ()) if option["reason"] is None]
    match question["type"]:
        case "pick" | "place" | "fit":
            return str(reachable[0])
        case "pick-many":
            return reachable[: question["least"]]
        case "count":
            return max(question["low"], question["start"])
        case "dice":
            return [1] * question["dice"]
        case "confirm":
            return True
    return "a word"


if __name__ == "__main__":
    address, number, name = sys.argv[1:4]
    print(Seat(address, int(number), name).play(1000), "answers given")  # noqa: T201  (it is a program)
