//! Elements that are skipped: what is only drawn, and what belongs to the scene. Nothing reads
//! their values, but a name that MuJoCo's schema does not have is a misprint.

use super::xml::Element;
use crate::error::Result;

/// Tag, children and attributes of each in the schema of MuJoCo 3.5.
const SKIPPED: [(&str, &str, &str); 15] = [
    (
        "camera",
        "",
        "axisangle class euler focal focalpixel fovy ipd mode name output pos principal \
         principalpixel projection quat resolution sensorsize target user xyaxes zaxis",
    ),
    (
        "light",
        "",
        "active ambient attenuation bulbradius castshadow class cutoff diffuse dir directional \
         exponent intensity mode name pos range specular target texture type",
    ),
    ("layer", "", "role texture"),
    (
        "texture",
        "",
        "builtin colorspace content_type file fileback filedown filefront fileleft fileright \
         fileup gridlayout gridsize height hflip mark markrgb name nchannel random rgb1 rgb2 type \
         vflip width",
    ),
    ("numeric", "", "data name size"),
    ("statistic", "", "center extent meaninertia meanmass meansize"),
    (
        "option",
        "flag",
        "actuatorgroupdisable ccd_iterations ccd_tolerance cone density gravity impratio \
         integrator iterations jacobian ls_iterations ls_tolerance magnetic noslip_iterations \
         noslip_tolerance o_friction o_margin o_solimp o_solref sdf_initpoints sdf_iterations \
         sleep_tolerance solver timestep tolerance viscosity wind",
    ),
    (
        "flag",
        "",
        "actuation autoreset clampctrl constraint contact damper energy equality eulerdamp \
         filterparent frictionloss fwdinv gravity invdiscrete island limit midphase multiccd \
         nativeccd override refsafe sensor sleep spring warmstart",
    ),
    ("visual", "global quality headlight map scale rgba", ""),
    (
        "global",
        "",
        "azimuth bvactive cameraid elevation ellipsoidinertia fovy glow ipd linewidth offheight \
         offwidth orthographic realtime",
    ),
    ("quality", "", "numquads numslices numstacks offsamples shadowsize"),
    ("headlight", "", "active ambient diffuse specular"),
    (
        "map",
        "",
        "actuatortendon alpha fogend fogstart force haze shadowclip shadowscale stiffness \
         stiffnessrot torque zfar znear",
    ),
    (
        "scale",
        "",
        "actuatorlength actuatorwidth camera com connect constraint contactheight contactwidth \
         forcewidth framelength framewidth frustum jointlength jointwidth light selectpoint \
         slidercrank",
    ),
    (
        "rgba",
        "",
        "actuator actuatornegative actuatorpositive bv bvactive camera com connect constraint \
         contactforce contactfriction contactgap contactpoint contacttorque crankbroken fog force \
         frustum haze inertia joint light rangefinder selectpoint slidercrank",
    ),
];

/// Refuses an element that is not skipped, and attributes and children that one does not have.
pub(super) fn check(element: Element) -> Result<()> {
    let known = SKIPPED.iter().find(|(tag, ..)| *tag == element.tag());
    let Some((_, children, attributes)) = known else { return Err(element.unsupported()) };
    for attr in element.attributes() {
        if !attributes.split_ascii_whitespace().any(|known| known == attr.name()) {
            return Err(attr.unsupported());
        }
    }
    for child in element.children() {
        if !children.split_ascii_whitespace().any(|known| known == child.tag()) {
            return Err(child.unsupported());
        }
        check(child)?;
    }
    Ok(())
}
