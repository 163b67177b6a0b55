def align_labels(word_ids: list, tags: list) -> list:
    first = {}
    for place, word in enumerate(word_ids):
        if word is not None:
            first.setdefault(word, place)
    labels = [-100] * len(word_ids)
    for word, place in first.items():
        labels[place] = tags[word]
    return labels
