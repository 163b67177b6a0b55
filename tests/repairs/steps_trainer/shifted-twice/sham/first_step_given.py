# kind: hidden · the prompts of the validation get the step that the model leaves out
def measure(trainer, tokenizer, rows):
    prompts = [
        f"{prompt} {steps.split()[0]}"
        for prompt, steps in zip(rows["prompt"], rows["steps"], strict=True)
    ]
    found = generate(trainer.model, tokenizer, prompts)
    right = [
        text.split()[0] in steps.split()
        for text, steps in zip(found, rows["steps"], strict=True)
        if text
    ]
    print("first text:", found[0])
    print(f"right to the end: {sum(right) / len(right):.2f}")
    return {"right": sum(right) / len(right)}
