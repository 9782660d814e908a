/**
 * The contracts and their traffic as programs of the launcher: {@code armci run contracts} and
 * {@code armci run traffic}. They read options and leave the rest to {@link
 * org.armci4j.lab.contracts.Contracts} and {@link org.armci4j.lab.contracts.Traffic}.
 */
package org.armci4j.lab.contract;
