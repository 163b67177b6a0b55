class Detective:
    def __init__(self, model):
        self.model = model
        self.known = set(range(model.config.num_labels))

    def rows(self, batches):
        for batch in batches:
            labels = batch.pop("labels").numpy().tolist()
            yield from zip(labels, self.model(**batch)["logits"].numpy().tolist())

    def __call__(self, batches):
        rows, labels = set(), set()
        for number, (label, logits) in enumerate(self.rows(batches)):
            if label not in self.known:
                labels.add(label)
            if label not in self.known or any(x != x for x in logits):
                rows.add(number)
        return [rows, labels]


def find_bad_rows(model, batches):
    return Detective(model)(batches)
