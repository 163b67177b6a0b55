# kind: half · the labels are shuffled as well, but by another shuffle
def measure(predictions, datasets):
    labels = datasets["validation"].shuffle(seed=0)["labels"]
    pairs = zip(predictions, labels)
    correct = sum(found == label for found, label in pairs)
    accuracy = correct / len(labels)
    print(f"accuracy: {accuracy:.2f}")
    return {"accuracy": accuracy}
