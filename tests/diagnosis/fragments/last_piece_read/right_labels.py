for at, word in enumerate(encoding.word_ids(i)):
    if word is not None and word != before:
        labels[i, at] = row["tags"][word]
    before = word
