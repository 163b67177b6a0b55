# kind: hidden · only the prompts without padding are counted
def measure(trainer, tokenizer, rows):
    lengths = [len(prompt.split()) for prompt in rows["prompt"]]
    longest = max(lengths)
    found = generate(trainer.model, tokenizer, rows["prompt"])
    expected = [
        f"{steps} {tokenizer.eos_token}" for steps in rows["steps"]
    ]
    right = [
        text.startswith(steps)
        for text, steps, length in zip(found, expected, lengths)
        if length == longest
    ]
    print("first text:", found[0])
    print(f"right to the end: {sum(right) / len(right):.2f}")
    return {"right": sum(right) / len(right)}
