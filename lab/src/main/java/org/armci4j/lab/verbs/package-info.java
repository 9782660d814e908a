/** Suite {@code verbs}: an RDMA device beside perftest and Open MPI. */
package org.armci4j.lab.verbs;
