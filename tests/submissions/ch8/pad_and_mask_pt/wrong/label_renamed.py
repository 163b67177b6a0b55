# mistake: examples-written-to
def make_padder(tokenizer):
    def pad(features):
        for feature in features:
            if "label" in feature:
                feature["labels"] = feature.pop("label")
        return tokenizer.pad(features, return_tensors="pt")

    return pad
