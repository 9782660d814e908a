/** Plays the schedules of all ranks under LogGP, each as its rank would execute it. */
package org.armci4j.lab.simulator.play;
