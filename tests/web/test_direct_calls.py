"""Templates compiled to direct calls draw what Jinja's own compiler has them draw."""

from __future__ import annotations

import pytest
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from tests.web.test_macros import TEMPLATES
from web.templating.compiling.direct_calls import DirectCalls

MACROS = """
{% macro one(a, b="<b>", c=none) %}{{ a }}{{ b }}{{ c }}{% endmacro %}
{% macro around(words) %}<p>{{ words }}{{ caller() }}</p>{% endmacro %}
{% macro named_class() %}{{ kwargs["class"] }}{% endmacro %}
{% macro all() %}{{ varargs | join }}{{ kwargs.x }}{% endmacro %}
"""


class Direct(Environment):
    code_generator_class = DirectCalls


@pytest.mark.parametrize("page", sorted(page.name for page in TEMPLATES.glob("*.html")))
def test_every_template_compiles(page: str) -> None:
    Direct(autoescape=True, loader=FileSystemLoader(TEMPLATES)).get_template(page)


@pytest.mark.parametrize(
    "call",
    [
        "{{ one(1) }}", "{{ one('<', 2, 3) }}", "{{ one(b='&', a='<') }}", "{{ one(*given) }}", "{{ one(**named) }}",
        "{{ one(html, 1.5, [html, '<']) }}", "{% for x in given %}{{ one(x) }}{{ loop.index }}{% endfor %}",
        "{% call around('<') %}{{ one(true) }}{% endcall %}", "{{ all(1, '<', x=html) }}",
        "{{ named_class(class='<') }}", "{{ given.index('<') }}", "{{ one(nobody, 0.5, -0.0) }}{{ html if nobody }}",
    ],
)  # fmt: skip
def test_a_call_draws_the_same(call: str) -> None:
    given = {"given": ["<", 2], "named": {"a": "<", "c": 1}, "html": Markup("<i>")}
    plain, direct = (kind(autoescape=True).from_string(MACROS + call).render(given) for kind in (Environment, Direct))
    assert direct == plain
    assert "context.call" not in str(Direct(autoescape=True).compile(MACROS + call, raw=True))


@pytest.mark.parametrize("call", ["{{ one(1, 2, 3, 4) }}", "{{ one(d=1) }}", "{{ unknown() }}"])
def test_a_wrong_call_fails(call: str) -> None:
    for kind in (Environment, Direct):
        with pytest.raises(Exception, match=r"macro 'one'|'unknown' is undefined"):
            kind(autoescape=True).from_string(MACROS + call).render()
