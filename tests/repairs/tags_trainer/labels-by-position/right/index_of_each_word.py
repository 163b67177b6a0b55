def align_labels(word_ids: list[int | None], tags: list[int]) -> list[int]:
    labels = [-100] * len(word_ids)
    for word, tag in enumerate(tags):
        if word in word_ids:  # else it has been truncated
            labels[word_ids.index(word)] = tag
    return labels
