import io

import torch


def can_learn(model, batch, make_optimizer):
    file = io.BytesIO()
    torch.save(model.state_dict(), file)
    was_training = model.training
    optimizer = make_optimizer(model.parameters())
    model.eval()
    verdict = False
    for _ in range(30):
        with torch.enable_grad():
            loss, logits = model(**batch).to_tuple()
        optimizer.zero_grad(set_to_none=False)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 10.0)
        optimizer.step()
        with torch.no_grad():
            verdict = verdict or model(**batch).loss < 0.05
    file.seek(0)
    model.load_state_dict(torch.load(file))
    model.zero_grad(set_to_none=False)
    model.train(was_training)
    return verdict
