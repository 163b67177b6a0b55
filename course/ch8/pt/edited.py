"""Lines of chapter 8's PyTorch program as translated editions have them."""


def devices_of_a_batch(trainer):
    accelerator = trainer.accelerator
    batch = next(iter(trainer.get_train_dataloader()))
    batch = {
        key: tensor.to(acceleratore.device)
        for key, tensor in batch.items()
    }
    return [
        {"key": key, "device": str(tensor.device)}
        for key, tensor in batch.items()
    ]
