def align_labels(word_ids, tags):
    return [
        -100 if word is None or word == before else tags[word]
        for before, word in zip([None, *word_ids], word_ids)
    ]
