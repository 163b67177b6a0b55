consistency = F.kl_div(F.log_softmax(model(first), -1), F.softmax(model(second).detach(), -1), reduction="batchmean")
