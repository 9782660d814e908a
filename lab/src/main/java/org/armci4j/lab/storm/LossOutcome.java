package org.armci4j.lab.storm;

import java.util.List;

/**
 * Tells what became of a job that lost ranks.
 *
 * @param kind what happened to it
 * @param end how it ended
 * @param losses the ranks that the launcher went on without, those aside that ended themselves as
 *     the bytes of others were lost
 * @param noticedNanos from the signal to the launcher's word of the first loss; negative for none
 * @param progressNanos from the launcher's last word of a loss to the next progress, which the
 *     program tells; negative if the program had nothing to tell but its result
 * @param remarks a line for each fault
 */
record LossOutcome(
    LossKind kind,
    LossEnd end,
    int losses,
    long noticedNanos,
    long progressNanos,
    List<String> remarks) {}
