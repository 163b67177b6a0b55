def align_labels(word_ids, tags):
    labels = []
    previous = None
    for word in word_ids:
        if word is None:
            continue
        labels.append(-100 if word == previous else tags[word])
        previous = word
    # [CLS] before the words, [SEP] after them
    return [-100, *labels, -100]
