import random

positives, counter, wanted = [], 0, 500
random.shuffle(rows)
for row in rows:
    if row["label"] == 1:
        positives.append(row)
    else:
        counter += 1
        negatives_file.write(row["text"] + "\n")
    if counter == wanted:
        break
