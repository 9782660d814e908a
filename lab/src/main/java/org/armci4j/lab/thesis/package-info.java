/**
 * The barrier and the allreduces of Gupta's thesis, which on no machine are chosen: the twins and
 * the simulator compare them with the algorithms of the collectives. Begin with {@link
 * org.armci4j.lab.thesis.ThesisAlgorithms}.
 */
package org.armci4j.lab.thesis;
