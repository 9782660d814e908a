/**
 * The rendezvous, where ranks that are processes meet. Its server alone uses Netty.
 *
 * <p>{@link org.armci4j.bootstrap.rendezvous.RendezvousServer} runs in the launcher, {@link
 * org.armci4j.bootstrap.rendezvous.RendezvousClient} in each rank, with one connection between
 * them. The connection goes over TCP, or on one host over a Unix-domain socket, to which no other
 * user can connect. Both sides send frames; numbers are big-endian, texts are UTF-8 behind a 16-bit
 * length.
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
 *  2 Hello        rank    rank:32 size:32 incarnation:32 jobId:text rankNonce[32] proof[32]
 *  3 Welcome      server  epoch:32 proof[32]
 *  4 Join         rank    host:text
 *  5 Refused      server  reason:text proof[32] over:8; if 1: rank:32 host:text reason:text
 *  6 Contribute   rank    id:64 survey:8 key:text count:32 member:32[count] value:bytes
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
 * 23 WaitExtended server  id:64
 * 24 RankLost     server  rank:32 host:text reason:text
 *
 * text  = length:16 and as many bytes;  bytes = length:32 and as many bytes
 * a value of Completed whose length is -1 is that of a member that a survey goes without
 * </pre>
 *
 * <p>A conversation:
 *
 * <pre>
 * server                                   rank
 *   | &lt;-------------- Knock ----------------- |   the same over "armci4j knock" and a nonce
 *   | ------------- Challenge --------------&gt; |   HMAC-SHA-256 with the job's secret over
 *   | &lt;-------------- Hello ----------------- |   "armci4j rank", both nonces, rank, size, ...
 *   | -------------- Welcome ---------------&gt; |   the same over "armci4j rendezvous", ...
 *   | &lt;--------------- Join ----------------- |
 *   | &lt;------------ Contribute -------------- |   any number of exchanges at a time
 *   | &lt;-------------- Overdue --------------- |   the rank's time is over; the exchange
 *   | ----------- WaitExtended -------------&gt; |   fails, or waits on if others still come
 *   | ------ Completed, NotCompleted -------&gt; |
 *   | &lt;--------------- Send ----------------- |   relayed to its receiver as Received
 *   | &lt;-------- Bye; server hangs up -------- |
 * </pre>
 *
 * <p>With the setting {@code tlsStore} everything behind the knock goes over TLS 1.3. The knock
 * comes first, so that no stranger can make the server compute a handshake, or evict a rank during
 * its handshake.
 *
 * <p>The secret itself is never sent. Fresh nonces of both sides make an overheard proof worthless,
 * and an overheard knock does not count a second time. The rank speaks first: the server finds its
 * knock when it accepts the connection, and so tells ranks from strangers at once. Strangers are
 * told nothing and can crowd out only each other. A refusal counts only with a proof over the same
 * nonces. Without that proof the rank tries again, until the setting {@code connectTimeout}.
 *
 * <p>Before the proofs the server refuses a frame of more than 256 bytes, after them one of more
 * than the setting {@code frameLimit}. It closes a connection that does not prove the secret in
 * time, sends anything malformed or out of turn, or names a rank that is taken; the other
 * connections are not affected. So does a process whose place another one has taken. A rank that
 * has joined fails when its connection ends without Bye. The log tells of refusals, in one line a
 * second at most.
 */
package org.armci4j.bootstrap.rendezvous;
