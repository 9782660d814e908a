/**
 * {@code armci storm}: kills and stops processes of real jobs, drawn from a seed, and checks that
 * nothing is left of them ({@code Storm}), or that jobs that go on without lost ranks do so with
 * right results ({@code LossStorm}).
 */
package org.armci4j.lab.storm;
