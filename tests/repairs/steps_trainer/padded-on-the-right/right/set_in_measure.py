def measure(trainer, tokenizer, rows):
    # For training, padding on the right is fine. `generate` continues the
    # end of each row, so there it has to be the end of the prompt.
    side = tokenizer.padding_side
    tokenizer.padding_side = "left"
    try:
        found = generate(trainer.model, tokenizer, rows["prompt"])
    finally:
        tokenizer.padding_side = side
    expected = [
        f"{steps} {tokenizer.eos_token}" for steps in rows["steps"]
    ]
    right = [
        text.startswith(steps)
        for text, steps in zip(found, expected, strict=True)
    ]
    print("first text:", found[0])
    print(f"right to the end: {sum(right) / len(right):.2f}")
    return {"right": sum(right) / len(right)}
