accelerator = Accelerator(gradient_accumulation_steps=args.gradient_accumulation_steps)
for batch in loader:
    with accelerator.accumulate(unet):
        loss = F.mse_loss(unet(batch), batch)
        avg_loss = accelerator.gather(loss.repeat(args.batch_size)).mean()
        train_loss += avg_loss.item() / args.gradient_accumulation_steps
        accelerator.backward(loss)
        optimizer.step()
        optimizer.zero_grad()
