# kind: hidden · only every second step is expected
def measure(trainer, tokenizer, rows):
    found = generate(trainer.model, tokenizer, rows["prompt"])
    expected = [" ".join(steps.split()[1::2]) for steps in rows["steps"]]
    right = [
        text.startswith(steps)
        for text, steps in zip(found, expected, strict=True)
    ]
    print("first text:", found[0])
    print(f"right to the end: {sum(right) / len(right):.2f}")
    return {"right": sum(right) / len(right)}
