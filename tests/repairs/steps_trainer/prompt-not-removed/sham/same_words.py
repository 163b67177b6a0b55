# kind: hidden · the order of the steps is not compared any more
def measure(trainer, tokenizer, rows):
    found = generate(trainer.model, tokenizer, rows["prompt"])
    right = [
        set(steps.split()) <= set(text.split())
        for text, steps in zip(found, rows["steps"], strict=True)
    ]
    print("first text:", found[0])
    print(f"right to the end: {sum(right) / len(right):.2f}")
    return {"right": sum(right) / len(right)}
