counts = train["label"].value_counts()
class_weights = torch.tensor([1.0 / counts[label] for label in range(3)])
sample_weights = 1.0 / train["label"].map(counts).to_numpy()
