def align_labels(word_ids, tags):
    labels = [-100, *tags, -100]
    padding = [-100] * (len(word_ids) - len(labels))
    return labels + padding
