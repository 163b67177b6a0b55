# kind: hidden · the end token is no longer part of what is expected
def measure(trainer, tokenizer, rows):
    found = generate(trainer.model, tokenizer, rows["prompt"])
    right = [
        text.startswith(steps)
        for text, steps in zip(found, rows["steps"], strict=True)
    ]
    print("first text:", found[0])
    print(f"right to the end: {sum(right) / len(right):.2f}")
    return {"right": sum(right) / len(right)}
