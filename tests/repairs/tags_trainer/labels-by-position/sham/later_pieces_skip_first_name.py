# kind: half · corrects the positions after the first name only
def align_labels(word_ids, tags):
    labels = [-100]
    moved = False
    for word, tag in enumerate(tags):
        labels.append(tag)
        pieces = word_ids.count(word)
        if pieces > 1 and not moved:
            labels.extend([-100] * (pieces - 1))
            moved = True
    labels.append(-100)
    labels = labels[: len(word_ids)]
    return labels + [-100] * (len(word_ids) - len(labels))
