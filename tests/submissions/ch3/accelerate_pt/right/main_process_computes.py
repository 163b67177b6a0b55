import torch


def train_with_accelerate(accelerator, model, optimizer, train_dataloader, eval_dataloader, metric):
    train_dl, eval_dl, net, opt = accelerator.prepare(train_dataloader, eval_dataloader, model, optimizer)
    net.train()
    for step, batch in enumerate(train_dl):
        loss, _ = net(**batch).to_tuple()
        accelerator.backward(loss)
        opt.step()
        net.zero_grad()
    accelerator.wait_for_everyone()
    plain = accelerator.unwrap_model(net).eval()
    predictions, references = [], []
    with torch.no_grad():
        for batch in eval_dl:
            gathered = accelerator.gather_for_metrics(
                {"chosen": plain(**batch)["logits"].argmax(1), "labels": batch["labels"]}
            )
            predictions += gathered["chosen"].tolist()
            references += gathered["labels"].tolist()
    if accelerator.is_main_process:
        return metric.compute(predictions=predictions, references=references)
