/** The schedules of all ranks played under LogGP, each as its rank would execute it. */
package org.armci4j.lab.simulator.play;
