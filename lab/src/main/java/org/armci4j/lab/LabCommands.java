package org.armci4j.lab;

import org.armci4j.lab.machine.LabCommand;
import org.armci4j.lab.simulator.SimulateCommand;
import org.armci4j.lab.storm.StormCommand;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;

/** Adds the commands of a checkout to {@code armci}, which finds this class as a service. */
public final class LabCommands implements IModelTransformer {
  /** Creates the service for the service loader. */
  public LabCommands() {}

  @Override
  public CommandSpec transform(CommandSpec armci) {
    armci.addSubcommand("lab", LabCommand.spec());
    armci.addSubcommand("simulate", SimulateCommand.spec());
    armci.addSubcommand("storm", StormCommand.spec());
    return armci;
  }
}
