def align_labels(word_ids, tags):
    seen = set()
    labels = []
    for word in word_ids:
        if word is None or word in seen:
            labels.append(-100)
            continue
        seen.add(word)
        labels.append(tags[word])
    return labels
