def align_labels(word_ids, tags):
    words = np.array([-1 if word is None else word for word in word_ids])
    before = np.concatenate([[-1], words[:-1]])
    starts = (words >= 0) & (words != before)
    labels = np.full(len(words), -100)
    labels[starts] = np.array(tags)[words[starts]]
    return labels.tolist()
