"""Fails in functions whose names, and in lines whose text, are markup and control characters."""
# exercise: know-your-data
# setting: plain
# status: failed, error
# points: 0


def fail(depth):
    return fail(depth - 1) if depth else 1 / 0  # <img src=x onerror="alert('attack')"> \x1b ]]> =1+1 ${x}


def renamed(name):
    code = fail.__code__.replace(
        co_name=name, **({"co_qualname": name} if hasattr(fail.__code__, "co_qualname") else {})
    )
    return type(fail)(code, globals())


def decode_row(row, tokenizer):
    return renamed("<svg onload=alert(1)>\x1b[2J\u202e]]>")(2)


def label_shares(labels, num_labels):
    return renamed("\n=HYPERLINK(1)\t,\"';\r\n")(2)


def baselines(labels, num_labels):
    return renamed("x" * 100_000 + "\x00\ud800")(2)
