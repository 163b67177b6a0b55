def read(path):
    rows = []
    for line in open(path):
        text, label, author = line.split("\t")
        rows.append((text, label, author))
    return rows


windows = make_windows(read("a.tsv"))
train, test = train_test_split(windows)
