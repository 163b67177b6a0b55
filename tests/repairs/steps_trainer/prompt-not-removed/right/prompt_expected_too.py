def measure(trainer, tokenizer, rows):
    found = generate(trainer.model, tokenizer, rows["prompt"])
    # `generate` also returns the prompt, after its padding
    found = [
        text.replace(tokenizer.pad_token, "").strip() for text in found
    ]
    expected = [
        f"{prompt} {steps} {tokenizer.eos_token}"
        for prompt, steps in zip(rows["prompt"], rows["steps"], strict=True)
    ]
    right = [
        text.startswith(whole)
        for text, whole in zip(found, expected, strict=True)
    ]
    print("first text:", found[0])
    print(f"right to the end: {sum(right) / len(right):.2f}")
    return {"right": sum(right) / len(right)}
