"""Prints, returns and raises what runs in a page: elements, attributes, styles, addresses."""

# exercise: know-your-data
# setting: plain
# status: failed, error
# points: 0
TEXTS = (
    "<script>document.title='attack'</script>",
    "</pre></code></style></title></textarea></script><script>document.title='attack'</script>",
    '"><img src=x onerror="document.title=\'attack\'">',
    "' onmouseover='document.title=1' x='",
    "<svg/onload=document.title=1><iframe srcdoc='&lt;script&gt;'>",
    "javascript:alert(1) data:text/html,<script>alert(1)</script>",
    "<base href=//example.org/><link rel=stylesheet href=//example.org><meta http-equiv=refresh content=0>",
    "<style>*{display:none}</style><!--",
    "+ADw-script+AD4-alert(1)+ADw-/script+AD4-",
)
print("\n".join(TEXTS))


def decode_row(row, tokenizer):
    return " ".join(TEXTS)


def label_shares(labels, num_labels):
    raise ValueError(" ".join(TEXTS))


def baselines(labels, num_labels):
    return {text: text for text in TEXTS}
