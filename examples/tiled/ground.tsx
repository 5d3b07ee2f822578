<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.8" tiledversion="1.8.2" name="ground" tilewidth="16" tileheight="16" tilecount="9" columns="9">
 <image source="ground.png" width="144" height="16"/>
 <tile id="0">
  <properties>
   <property name="terrain" value="plain"/>
  </properties>
 </tile>
 <tile id="1">
  <properties>
   <property name="cost" type="int" value="5"/>
   <property name="terrain" value="road"/>
  </properties>
 </tile>
 <tile id="2">
  <properties>
   <property name="cost" type="int" value="35"/>
   <property name="terrain" value="swamp"/>
  </properties>
 </tile>
 <tile id="3">
  <properties>
   <property name="blocked" type="bool" value="true"/>
   <property name="terrain" value="water"/>
  </properties>
 </tile>
 <tile id="5">
  <properties>
   <property name="cost" type="int" value="15"/>
   <property name="opaque" type="bool" value="true"/>
   <property name="terrain" value="door"/>
  </properties>
 </tile>
 <tile id="6">
  <properties>
   <property name="terrain" value="bridge"/>
  </properties>
 </tile>
 <tile id="8" type="unit">
  <properties>
   <property name="speed" type="float" value="0.25"/>
  </properties>
 </tile>
</tileset>
