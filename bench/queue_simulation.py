#!/usr/bin/env python3
"""Simulates the queue of a campaign (src/campaign/queue.h) with recorded run times.

  queue_simulation.py ROWS.tsv [--runs N,N,...] [--workers W,W,...] [--operation-ms MS] [--start-ms MS] [--seed N]

ROWS.tsv is the output of `pendulum bench -o`; its wall times are drawn with replacement. The simulation models what a
worker does with the store: it reads the descriptions and the names of a shard of 1000 runs, claims a run (a failed claim
if another worker was faster), appends a row, and marks the run as done. Each operation takes MS milliseconds of the
worker (the default is a slow network file system); the start of `pendulum verify` takes the start time.

Prints for each size: the makespan, the lower bound max(sum / workers, longest run), their ratio, the overhead per run, and
the operations per second at the shared store.
"""
import argparse
import csv
import heapq
import random

SHARD = 1000
FAILURES_BEFORE_READING = 3


def simulate(times, num_workers, operation, start, chance):
    """Returns the makespan, the number of operations at the store, and the total overhead in seconds."""
    num_runs = len(times)
    num_shards = (num_runs + SHARD - 1) // SHARD
    is_claimed = bytearray(num_runs)
    num_free = [min(num_runs, (shard + 1) * SHARD) - shard * SHARD for shard in range(num_shards)]
    operations, overhead, makespan = 0, 0.0, 0.0

    def free_in(shard):
        return [run for run in range(shard * SHARD, min(num_runs, (shard + 1) * SHARD)) if not is_claimed[run]]

    # (time, worker, shards passed, candidates, failures); the first shard of a worker is random.
    events = [(0.0, worker, 0, None, 0) for worker in range(num_workers)]
    first = [chance.randrange(num_shards) for _ in range(num_workers)]
    while events:
        now, worker, passed, candidates, failures = heapq.heappop(events)
        cost = 0.0
        while not candidates and passed < num_shards:  # reads descriptions and names of the next shard
            shard = (first[worker] + passed) % num_shards
            operations += 2
            cost += 2 * operation
            passed += 1
            candidates = free_in(shard) if num_free[shard] else None
        if not candidates:
            makespan = max(makespan, now + cost)
            continue
        run = candidates.pop(0)
        operations += 1
        cost += operation
        if is_claimed[run]:  # another worker was faster
            failures += 1
            if failures % FAILURES_BEFORE_READING == 0:
                operations += 1
                cost += operation
                candidates = free_in(run // SHARD)
            if candidates:
                position = chance.randrange(len(candidates))
                candidates = candidates[position:] + candidates[:position]
            overhead += cost
            heapq.heappush(events, (now + cost, worker, passed, candidates, failures))
            continue
        is_claimed[run] = 1
        num_free[run // SHARD] -= 1
        operations += 3  # append, flush, mark as done
        cost += 3 * operation + start
        overhead += cost
        end = now + cost + times[run]
        makespan = max(makespan, end)
        heapq.heappush(events, (end, worker, passed, candidates, failures))
    return makespan, operations, overhead


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows")
    parser.add_argument("--runs", default="1000,10000,100000,1000000")
    parser.add_argument("--workers", default="10,100,1000")
    parser.add_argument("--operation-ms", type=float, default=5)
    parser.add_argument("--start-ms", type=float, default=15)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with open(options.rows, newline="") as file:
        recorded = [float(row["wall"]) for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]
    print("| runs | workers | lower bound | makespan | ratio | overhead per run | store operations per second |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for num_runs in map(int, options.runs.split(",")):
        for num_workers in map(int, options.workers.split(",")):
            if num_workers > num_runs:
                continue
            chance = random.Random(options.seed)
            times = chance.choices(recorded, k=num_runs)
            bound = max(sum(times) / num_workers, max(times))
            makespan, operations, overhead = simulate(times, num_workers, options.operation_ms / 1000,
                                                      options.start_ms / 1000, chance)
            print(f"| {num_runs} | {num_workers} | {bound:.0f} s | {makespan:.0f} s | {makespan / bound:.3f} | "
                  f"{1000 * overhead / num_runs:.0f} ms | {operations / makespan:.0f} |")


if __name__ == "__main__":
    main()
