"""Prints and raises what moves a cursor, writes into the clipboard, changes the title, asks the terminal to answer."""

# exercise: know-your-data
# setting: plain
# status: failed, error
# points: 0
SEQUENCES = (
    "\x1b[2J\x1b[1;1H\x1b[32m4/4 passed\x1b[0m",
    "\x1b]52;c;cm0gLXJmIH4=\x07",
    "\x1b]8;;http://example.org/\x1b\\a link\x1b]8;;\x1b\\",
    "\x1b]0;title\x07\x1b[21t\x1b[6n\x1bP$q q\x1b\\",
    "\x9b31m\x9d0;title\x9c\x90+q\x9c",
    "\x08" * 80 + "\r\x1b[K\x7f\x07\x0e\x0f",
    "\x1b]1337;File=inline=1:AAAA\x07\x1b_Ga=T;AAAA\x1b\\",
)
print(*SEQUENCES)


def decode_row(row, tokenizer):
    return " ".join(SEQUENCES)


def label_shares(labels, num_labels):
    raise ValueError("".join(SEQUENCES))


def baselines(labels, num_labels):
    return {sequence: sequence for sequence in SEQUENCES}
