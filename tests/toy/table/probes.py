"""Small cells that look at the live objects of the toy's second script."""


def first_line(words):
    return [{"word": word, "letters": len(word)} for word in words[0]]


def most_frequent(counts):
    rows = counts.most_common(3)
    return [{"word": word, "times": times} for word, times in rows]
