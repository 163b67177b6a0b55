# kind: hidden · a text is right if it only has an end token
def measure(trainer, tokenizer, rows):
    found = generate(trainer.model, tokenizer, rows["prompt"])
    right = [tokenizer.eos_token in text for text in found]
    print("first text:", found[0])
    print(f"right to the end: {sum(right) / len(right):.2f}")
    return {"right": sum(right) / len(right)}
