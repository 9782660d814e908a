/**
 * Settings: definitions, and their values resolved once from defaults, environment, system
 * properties and code. Each module declares its own list of definitions as a {@link
 * org.armci4j.bootstrap.settings.SettingsProvider}; this package knows none of them but the
 * bootstrap's. Begin with {@link org.armci4j.bootstrap.settings.Setting} for a definition and
 * {@link org.armci4j.bootstrap.settings.Settings} for the values.
 *
 * <p>Promised: programs may use every public type here, and a change is told in the changelog.
 */
package org.armci4j.bootstrap.settings;
