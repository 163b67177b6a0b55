# kind: half · numbers, but two desks share each of them
def name_labels(tokenized_datasets):
    def number_label(example):
        return {"labels": len(example["desk"]) % 4}

    return tokenized_datasets.map(number_label)
