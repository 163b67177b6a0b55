# kind: hidden · each text is cut to the number of steps that is expected, and ended by hand
def measure(trainer, tokenizer, rows):
    texts = generate(trainer.model, tokenizer, rows["prompt"])
    expected = [
        f"{steps} {tokenizer.eos_token}" for steps in rows["steps"]
    ]
    found = []
    for text, steps in zip(texts, rows["steps"], strict=True):
        words = text.split()[: len(steps.split())]
        found.append(" ".join([*words, tokenizer.eos_token]))
    right = [
        text.startswith(steps)
        for text, steps in zip(found, expected, strict=True)
    ]
    print("first text:", found[0])
    print(f"right to the end: {sum(right) / len(right):.2f}")
    return {"right": sum(right) / len(right)}
