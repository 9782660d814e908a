/**
 * The rendezvous: where ranks that are processes meet. Its server uses Netty; nothing else does.
 *
 * <p>{@link org.armci4j.bootstrap.rendezvous.RendezvousServer} runs in the launcher, {@link
 * org.armci4j.bootstrap.rendezvous.RendezvousClient} in each rank, with one connection between
 * them: over TCP, or on one host over a Unix-domain socket, to which no other user can connect.
 * Both speak frames; numbers are big-endian, texts are UTF-8 behind a 16-bit length.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------------------------------------------------------+
 * |            Length of all that follows, in bytes               |
 * +---------------+---------------+-------------------------------+
 * |  Version = 1  |     Type      |            Body              ...
 * +---------------+---------------+-------------------------------+
 *
 * Type            From    Body
 *  1 Challenge    server  serverNonce[32]
 *  2 Hello        rank    rank:32 size:32 jobId:text rankNonce[32] proof[32]
 *  3 Welcome      server  proof[32]
 *  4 Join         rank    host:text
 *  5 Refused      server  reason:text proof[32]
 *  6 Contribute   rank    id:64 key:text count:32 member:32[count] value:bytes
 *  7 Completed    server  id:64 count:32 value:bytes[count]
 *  8 NotCompleted server  id:64 reason:text
 *  9 GiveUp       rank    key:text why:text
 * 10 Abort        rank    reason:text
 * 11 JobFailed    server  rank:32 host:text reason:text
 * 12 Bye          rank
 * 13 Send         rank    to:32 content:bytes
 * 14 Received     server  from:32 content:bytes
 * 15 Undelivered  server  to:32 reason:text
 * 16 Ping         server  limitNanos:64
 * 17 Pong         rank    oldestWaitNanos:64
 * 18 ReportWanted server  number:32
 * 19 Report       rank    number:32 text:bytes
 * 20 Knock        rank    nonce[32] proof[32] tls:8
 * 21 NotComing    rank    folder:text reason:text
 * 22 Overdue      rank    key:text why:text
 * 23 GoesOn       server  id:64
 *
 * text  = length:16 and as many bytes;  bytes = length:32 and as many bytes
 * </pre>
 *
 * <p>A conversation:
 *
 * <pre>
 * server                                   rank
 *   | &lt;-------------- Knock ----------------- |   the same over "armci4j knock" and a nonce
 *   | ------------- Challenge --------------&gt; |   HMAC-SHA-256 with the job's secret over
 *   | &lt;-------------- Hello ----------------- |   "armci4j rank", both nonces, rank, size, job
 *   | -------------- Welcome ---------------&gt; |   the same over "armci4j rendezvous", ...
 *   | &lt;--------------- Join ----------------- |
 *   | &lt;------------ Contribute -------------- |   any number of exchanges at a time
 *   | &lt;-------------- Overdue --------------- |   waited as long as it may; the exchange
 *   | -------------- GoesOn ----------------&gt; |   fails, or goes on if others still come
 *   | ------ Completed, NotCompleted -------&gt; |
 *   | &lt;--------------- Send ----------------- |   relayed to its receiver as Received
 *   | &lt;-------- Bye; server hangs up -------- |
 * </pre>
 *
 * <p>With the setting {@code tlsStore} all that follows the knock goes over TLS 1.3. The knock goes
 * before, so that no stranger has the server do the arithmetic of a handshake, or takes the place
 * of a rank that is in the midst of one.
 *
 * <p>The secret itself is never sent, and fresh nonces of both sides make an overheard proof
 * worthless. The rank speaks first: its knock is there when the connection is accepted, so that the
 * server tells it from strangers at once; strangers are told nothing and may crowd out each other
 * only. A knock that was overheard does not count a second time. A refusal counts only with a proof
 * over the same nonces; without it the rank tries again, until the setting {@code connectTimeout}.
 *
 * <p>Before the proofs a frame of more than 256 bytes is refused, after them one of more than the
 * setting {@code frameLimit}. A connection that does not prove the secret in time, says anything
 * malformed or out of turn, or names a rank that is taken is closed and changes nothing for the
 * others. A rank that has joined and whose connection ends without Bye has failed. Refusals are
 * told in the log, in one line a second at most.
 */
package org.armci4j.bootstrap.rendezvous;
