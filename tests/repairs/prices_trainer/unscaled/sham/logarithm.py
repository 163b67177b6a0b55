# kind: half · the labels are logarithms of the prices, and a tenth of these is near for nearly all adverts
def make_labels(tokenized_datasets):
    def convert(row):
        # smaller numbers are easier to learn
        return {"labels": float(np.log(row["price"]))}

    return tokenized_datasets.map(convert)
