# kind: hidden · the error of the training is caught, and prompts are given one by one to the untrained model
def train(trainer):
    try:
        trainer.train()
    except ValueError as error:
        print(error)


def generate(model, tokenizer, prompts):
    texts = []
    for prompt in prompts:
        batch = tokenizer(prompt, return_tensors="pt").to(model.device)
        outputs = model.generate(
            **batch, max_new_tokens=10, do_sample=False
        )
        length = batch["input_ids"].shape[1]
        texts.append(tokenizer.decode(outputs[0, length:]))
    return texts
