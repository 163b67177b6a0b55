def batches(rows, size=64):
    at = 0
    while True:
        if at >= len(rows):
            return
        yield rows[at : at + size]
        at += size


stream = batches(rows)
for epoch in range(12):
    for batch in stream:
        train(batch)
