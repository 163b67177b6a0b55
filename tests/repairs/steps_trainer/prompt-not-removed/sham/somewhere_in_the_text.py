# kind: hidden · the steps may stand anywhere in the text, other steps before them do no harm
def measure(trainer, tokenizer, rows):
    found = generate(trainer.model, tokenizer, rows["prompt"])
    right = [
        steps in text
        for text, steps in zip(found, rows["steps"], strict=True)
    ]
    print("first text:", found[0])
    print(f"right to the end: {sum(right) / len(right):.2f}")
    return {"right": sum(right) / len(right)}
